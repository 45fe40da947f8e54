//! Encryption on the way to the server, by rustls: nothing of the system but its certificates is needed.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{Address, Trust};

pub(super) fn connector(address: &Address) -> Result<MakeRustlsConnect, String> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions();
    let config = config.map_err(|error| error.to_string())?;
    let config = match address.trust {
        Trust::Anybody => config
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Anybody(provider)))
            .with_no_client_auth(),
        Trust::Certificate => config.with_root_certificates(roots(address)?).with_no_client_auth(),
    };
    Ok(MakeRustlsConnect::new(config))
}

/// Those of the file that was named, else the system's.
fn roots(address: &Address) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    match &address.root {
        Some(file) => {
            let wrong = |error: &dyn std::fmt::Display| {
                format!("cannot read certificates in {}: {error}", file.display())
            };
            let all = CertificateDer::pem_file_iter(file).map_err(|error| wrong(&error))?;
            for one in all {
                store.add(one.map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))?;
            }
        }
        None => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    Ok(store)
}

/// Takes any certificate, as `sslmode=prefer` and `sslmode=require` mean it: whoever listens on the way learns nothing.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
