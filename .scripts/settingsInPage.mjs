/**
 * Writes the settings into the page, as the server does with the built one.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('vite').Plugin}
 */
export function settingsInPage(env) {
  return {
    name: 'frond:settings-in-page',
    async transformIndexHtml(html, { server }) {
      if (server === undefined) throw new Error('Only a server of Vite can load the modules that write the settings.')
      const { withSettings } = await server.ssrLoadModule('/src/server/console/withSettings.ts')
      const { readSettings } = await server.ssrLoadModule('/src/server/process/settings.ts')
      return withSettings(html, readSettings(env))
    },
  }
}
