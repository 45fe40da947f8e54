//! The table of the API: paths, what they take and what they answer. Routes and the OpenAPI document are both made from it, so that
//! there is no path that is not documented, and none that is only documented.

use axum::Router;
use axum::routing::{MethodRouter, get, post};
use serde_json::{Map, Value, json};

use super::{App, api, change, live, pages, reply};

/// One path.
struct Route {
    path: &'static str,
    method: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    answer: Answer,
    handler: fn() -> MethodRouter<App>,
}

struct Parameter {
    name: &'static str,
    place: &'static str,
    about: &'static str,
}

enum Answer {
    /// JSON, of a form below.
    Json(&'static str),
    Text(&'static str),
}

const ID: Parameter = in_path("id", "the name of a finding; of a bug, that of any of its findings");

const ROUTES: [Route; 13] = [
    route("/api/v1/overview", "The campaign's figures.", &[], Answer::Json("Overview"), || {
        get(api::overview)
    }),
    route("/api/v1/bugs", "Bugs, the most different ones first.", &FILTER, Answer::Json("Bugs"), || {
        get(api::bugs)
    }),
    route("/api/v1/bugs/{id}", "One bug with all that is known of it.", &[ID], Answer::Json("Bug"), || {
        get(api::bug)
    }),
    route(
        "/api/v1/bugs/{id}/report",
        "The report, ready to be sent.",
        &[ID, in_query("for", "gcc, llvm or text; else whose compiler it is")],
        Answer::Text("text/plain"),
        || get(pages::report),
    ),
    Route {
        path: "/api/v1/bugs/{id}/state",
        method: "post",
        about: "Says what became of a bug. The body is {\"state\": STATE, \"note\": TEXT}, STATE being new, reported, fixed, known or \
                invalid. Needs `Authorization: Bearer TOKEN`, or a page of this server on the same machine.",
        parameters: &[ID],
        answer: Answer::Json("Changed"),
        handler: || post(change::state),
    },
    route("/api/v1/findings/{id}", "One finding.", &[ID], Answer::Json("Finding"), || get(api::finding)),
    route("/api/v1/findings/{id}/files", "The names of its files.", &[ID], Answer::Json("Files"), || {
        get(api::files)
    }),
    route(
        "/api/v1/findings/{id}/files/{name}",
        "One of its files.",
        &[ID, in_path("name", "the name of a file")],
        Answer::Text("text/plain"),
        || get(pages::file),
    ),
    route(
        "/api/v1/tests/{number}",
        "One test.",
        &[in_path("number", "its number")],
        Answer::Json("Test"),
        || get(api::test),
    ),
    route("/api/v1/workers", "Who works on the campaign.", &[], Answer::Json("Workers"), || {
        get(api::workers)
    }),
    route("/api/v1/compare", "Campaigns side by side.", &[], Answer::Json("Comparison"), || {
        get(api::compare)
    }),
    route("/api/v1/corpus", "Programs whose mutants show bugs.", &[], Answer::Json("Corpus"), || {
        get(api::corpus)
    }),
    route(
        "/api/v1/events",
        "What changes, as server-sent events: `change` has the figures.",
        &[],
        Answer::Text("text/event-stream"),
        || get(live::events),
    ),
];

const FILTER: [Parameter; 7] = [
    in_query("compiler", "only bugs of this compiler"),
    in_query("kind", "only of this kind, as wrong-code"),
    in_query("state", "only in this state: new, unexamined, reported, fixed, known or invalid"),
    in_query("pass", "only with this culprit pass or cure"),
    in_query("text", "only with this in the title or the bucket"),
    in_query("offset", "from which one on"),
    in_query("limit", "how many, 50 if not said and 500 at most"),
];

/// Fields of an answer: a name, a type with `?` where it may be null, and what it is.
type Field = (&'static str, &'static str, &'static str);

const FORMS: [(&str, &[Field]); 10] = [
    ("Overview", &OVERVIEW),
    (
        "Bugs",
        &[
            ("total", "integer", "how many there are"),
            ("offset", "integer", "which is the first here"),
            ("bugs", "array", "rows: the fields of a Bug up to `bytes`"),
        ],
    ),
    ("Bug", &BUG),
    (
        "Changed",
        &[
            ("bucket", "string", "what was changed"),
            ("state", "string", "what it is now"),
            ("note", "string", "why"),
            ("findings", "integer", "how many findings that are"),
        ],
    ),
    ("Finding", &FINDING),
    ("Files", &[("files", "array", "names, in order")]),
    ("Test", &TEST),
    ("Workers", &[("workers", "array", "processes, with what they do now")]),
    (
        "Corpus",
        &[
            ("is_used", "boolean", "whether tests are mutants of a corpus"),
            ("programs", "array", "file, and bugs: id, title, mutations"),
        ],
    ),
    (
        "Comparison",
        &[
            ("campaigns", "array", "name, figures, cpu_seconds, bugs_per_cpu_hour, alone, settings"),
            ("bugs", "array", "bucket, and counts: findings in each campaign"),
        ],
    ),
];

const OVERVIEW: [Field; 14] = [
    ("schema", "string", "of this API"),
    ("version", "string", "of assay"),
    ("name", "string", "the campaign's"),
    ("taken", "integer", "when this was read, in milliseconds since 1970"),
    ("is_running", "boolean", "whether somebody works on it"),
    ("trouble", "string?", "why it could not be read anew"),
    ("settings", "object", "what makes the campaign what it is"),
    ("figures", "object", "the numbers that terminal and pages show"),
    ("steps", "array", "CPU time by step"),
    ("compilers", "array", "CPU time of compiling by compiler"),
    ("configurations", "object", "programs and compilations by configuration"),
    ("throughput", "array", "tests a second in equal parts of the time"),
    ("bugs", "array", "after how many seconds of running each bug was found"),
    ("choices", "array", "what was learned: options drawn more often than usual, and less"),
];

const BUG: [Field; 22] = [
    ("id", "string", "its first finding"),
    ("bucket", "string", "its cause, as far as it is known"),
    ("title", "string", "what is wrong"),
    ("kind", "string", "as wrong-code"),
    ("compiler", "string", ""),
    ("version", "string", "of the compiler"),
    ("state", "string", "new, unexamined, reported, fixed, known or invalid"),
    ("note", "string?", "where it is reported, or in what it is fixed"),
    ("pass", "string?", "the culprit pass, or flags that cure it"),
    ("count", "integer", "its findings"),
    ("first_found", "integer", "seconds since 1970"),
    ("last_found", "integer", "seconds since 1970"),
    ("lines", "integer?", "of the reduced program"),
    ("bytes", "integer?", "of the reduced program"),
    ("program", "object", "file, text, is_reduced, compile, run"),
    ("command", "string", "with which it shows"),
    ("expected", "string", ""),
    ("actual", "string", ""),
    ("matrix", "object", "compilers by levels: fails, works, unclear or null"),
    ("examples", "array", "all findings, in a line each"),
    ("example", "object", "the finding that is shown"),
    ("explorer", "string?", "a link to Compiler Explorer"),
];

const FINDING: [Field; 9] = [
    ("id", "string", ""),
    ("kind", "string", ""),
    ("test", "integer", ""),
    ("seed", "integer", "of its program"),
    ("compiler", "string", ""),
    ("bucket", "string", ""),
    ("title", "string", ""),
    ("wrong", "array", "the configurations that show it"),
    ("right", "array", "those that do not"),
];

const TEST: [Field; 9] = [
    ("number", "integer", ""),
    ("seed", "string", "of its program"),
    ("outcome", "string", "clean, found, skipped, rejected or internal"),
    ("why", "string?", "where it has no verdict"),
    ("milliseconds", "integer?", "how long it took; of tests that found nothing, that is not kept"),
    ("finished", "integer?", "milliseconds since 1970"),
    ("generation", "integer", "of the odds it was drawn by"),
    ("findings", "array", "by their ids"),
    ("incidents", "array", "results that did not count"),
];

const fn route(
    path: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    answer: Answer,
    handler: fn() -> MethodRouter<App>,
) -> Route {
    Route { path, method: "get", about, parameters, answer, handler }
}

const fn in_path(name: &'static str, about: &'static str) -> Parameter {
    Parameter { name, place: "path", about }
}

const fn in_query(name: &'static str, about: &'static str) -> Parameter {
    Parameter { name, place: "query", about }
}

pub fn routes() -> Router<App> {
    let all = ROUTES.iter().fold(Router::new(), |router, row| router.route(row.path, (row.handler)()));
    all.route("/api/openapi.json", get(|| async { reply::json(&document()) }))
        .route("/api/health", get(api::health))
}

/// The document, by OpenAPI 3.1.
pub fn document() -> Value {
    let mut paths = Map::new();
    for row in &ROUTES {
        paths.insert(row.path.to_owned(), json!({ row.method: operation(row) }));
    }
    let schemas: Map<String, Value> =
        FORMS.iter().map(|(name, fields)| ((*name).to_owned(), schema(fields))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "assay serve",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A campaign for other programs. Fields may be added; one that changes its meaning or goes away raises `schema` of the overview.",
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn operation(row: &Route) -> Value {
    let parameter = |one: &Parameter| {
        json!({ "name": one.name, "in": one.place, "required": one.place == "path", "description": one.about,
                "schema": { "type": "string" } })
    };
    let content = match row.answer {
        Answer::Json(form) => {
            json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{form}") } } })
        }
        Answer::Text(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    };
    json!({
        "summary": row.about,
        "parameters": row.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "responses": {
            "200": { "description": "as asked for", "content": content },
            "default": { "description": "{\"error\": WORDS}, or plain text" },
        },
    })
}

fn schema(fields: &[Field]) -> Value {
    let of = |kind: &str| match kind.strip_suffix('?') {
        Some(kind) => json!([kind, "null"]),
        None => json!(kind),
    };
    let properties: Map<String, Value> = fields
        .iter()
        .map(|(name, kind, about)| ((*name).to_owned(), json!({ "type": of(kind), "description": about })))
        .collect();
    let required: Vec<&str> = fields.iter().map(|(name, ..)| *name).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}
