/** Makes a module of each part, as of a tool, when it is needed, so that none loads another's libraries. */
const parts = {
  console: () => import('./console'),
  api: () => import('./api'),
  lists: () => import('./lists'),
  fleet: () => import('./fleetwork'),
  live: () => import('./live'),
  grow: (args: readonly string[]) => (args.includes('--cluster') ? import('./growCluster') : import('./grow')),
}
const usual = ['console', 'grow'] as const

const usage = `npm run bench -- [--only PART [options]]

Measures how fast Frond is: without --only ${usual.join(' and ')}, which take a quarter of an hour.

  console  the console beside plain HTML
  api      requests a second beside bare Fastify (npm run bench:api)
  lists    every list at 100 000 rows (npm run bench:lists)
  fleet    judging alert rules, and searching the activity
  live     how soon one browser shows what another one changed
  grow     the server as it grows to ten million readings (npm run bench:grow)

--only PART --help describes a part and its options.`

/** Describes the named part, else the command. */
export async function help([, only = '', ...rest]: readonly string[]): Promise<string> {
  return isPart(only) ? (await parts[only](rest)).help : usage
}

/** The command: returns its exit code, the first that is not 0. */
export async function main([flag, only = '', ...rest]: readonly string[]): Promise<number> {
  if (flag !== undefined && (flag !== '--only' || !isPart(only)))
    throw new Error(`Name a part first: --only and one of ${Object.keys(parts).join(', ')}, then the options of that part`)
  for (const part of isPart(only) ? [only] : usual) {
    const code = await (await parts[part](rest)).main(rest)
    if (code !== 0) return code
  }
  return 0
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name)
}
