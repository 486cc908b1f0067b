// Has the browser use a passkey for each form that waits for one; the forms are hidden where this does not run.
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** What a form sends: the token of the challenge, and the browser's answer as JSON. */
async function usePasskey() {
  const asked = await fetch('/api/users/login/passkey/options/', { method: 'POST' })
  const { detail, passkey_token, options } = await asked.json()
  if (!asked.ok) throw new Error(detail)
  const credential = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytes(options.challenge) },
  })
  const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response
  return {
    passkey_token,
    credential: JSON.stringify({
      id: credential.id,
      rawId: base64url(credential.rawId),
      type: credential.type,
      response: {
        authenticatorData: base64url(authenticatorData),
        clientDataJSON: base64url(clientDataJSON),
        signature: base64url(signature),
        userHandle: userHandle === null ? undefined : base64url(userHandle),
      },
    }),
  }
}

function problem(error) {
  if (!window.isSecureContext) return 'Passkeys need an encrypted connection. Open this page by https.'
  if (!window.PublicKeyCredential) return 'This browser cannot use passkeys. Update it, or use your password.'
  if (error.name === 'NotAllowedError')
    return 'No passkey was used: you cancelled, or there is none for this site here. Try again, or use your password.'
  if (error.name === 'SecurityError')
    return 'Passkeys do not work at this address. Open the site by its own name, by https.'
  if (error.name === 'Error') return error.message
  return 'The server could not be asked. Check your connection and try again.'
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const alert = form.querySelector('[role="alert"]')
  let waiting = false
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (waiting) return
    waiting = true
    alert.hidden = true
    try {
      for (const [name, value] of Object.entries(await usePasskey())) form.elements[name].value = value
      form.submit()
    } catch (error) {
      alert.textContent = problem(error)
      alert.hidden = false
      waiting = false
    }
  })
}
