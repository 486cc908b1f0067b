// A call of the API with the build token, for a pipeline.

/**
 * Sends a body to the API and returns its answer.
 * @param {string} method
 * @param {URL} url
 * @param {object} body
 * @returns {Promise<{ status: number, text: string }>}
 */
export async function callApi(method, url, body) {
  const answer = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${process.env.BUILD_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}
