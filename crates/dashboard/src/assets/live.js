// What makes a page follow the campaign. Without it, the page is whole, and asks for itself again.
"use strict";

// Parts that may change carry data-live and an id. Nothing else is touched, so that the focus, what is open and where one reads stay.
async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(old.id);
    if (next && next.outerHTML !== old.outerHTML && !old.contains(document.activeElement)) old.replaceWith(next);
  }
}

function follow() {
  const news = document.getElementById("news");
  let shown = news.dataset.number, due = false, busy = false;
  const catchUp = async () => {
    if (busy || !due || document.hidden) return;
    busy = true;
    due = false;
    try { await refresh(); } catch { due = true; }
    setTimeout(() => { busy = false; catchUp(); }, 1000);
  };
  const told = (event) => {
    const change = JSON.parse(event.data);
    if (String(change.number) === shown) return;
    shown = String(change.number);
    news.dataset.number = shown;
    if (news.textContent !== change.words) news.textContent = change.words;
    due = true;
    catchUp();
  };
  // A browser has six connections to a server for all its pages together: one that nobody looks at keeps none.
  let source = null;
  const listen = () => {
    if (source || document.hidden) return;
    source = new EventSource("/api/v1/events");
    source.addEventListener("change", told);
    source.onopen = () => document.body.removeAttribute("data-lost");
    source.onerror = () => document.body.setAttribute("data-lost", "");
  };
  const rest = () => {
    if (source) source.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : listen()));
  addEventListener("pagehide", rest);
  addEventListener("pageshow", listen);
  listen();
}

function copyButtons() {
  if (!navigator.clipboard) return;
  for (const place of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(place.querySelector("pre").textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    place.append(button);
  }
}

// A choice in a list is made when it is chosen.
function submitChoices() {
  for (const form of document.querySelectorAll("form[data-submit]")) {
    for (const select of form.querySelectorAll("select")) select.addEventListener("change", () => form.requestSubmit());
    // Empty fields need not be in the address.
    form.addEventListener("formdata", (event) => {
      for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
    });
  }
}

follow();
copyButtons();
submitChoices();
