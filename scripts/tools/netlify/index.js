/**
 * A plugin of Netlify's build: publishes the changes of the content folder before each build of the published site, and
 * tells the server how the build ended, after it went live.
 * @typedef {{ run: (program: string, args: string[]) => Promise<unknown> }} Utils
 * @param {Utils} utils
 * @param {string} tool
 * @param {string[]} input
 */
async function run(utils, tool, ...input) {
  const { API_ORIGIN, BUILD_TOKEN, CONTEXT } = process.env
  if (API_ORIGIN && BUILD_TOKEN && CONTEXT === 'production')
    await utils.run('node', [`scripts/tools/${tool}.mjs`, API_ORIGIN, ...input])
}

/** @param {{ utils: Utils }} build */
export const onPreBuild = ({ utils }) =>
  // Texts that changed on the site as well are named; the rest is published.
  run(utils, 'send-content').catch((/** @type {unknown} */ error) => console.warn(String(error)))

/** @param {{ utils: Utils }} build */
export const onSuccess = ({ utils }) => {
  // The build's command has moved it out of the published folder.
  process.env.MANIFEST = '_site.json'
  return run(utils, 'report-build', 'ready')
}

/** @param {{ utils: Utils, error: Error }} build */
export const onError = ({ utils, error }) => run(utils, 'report-build', 'error', error.message)
