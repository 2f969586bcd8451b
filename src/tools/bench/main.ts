// `npm run bench`: how fast Frond is: its console beside plain HTML, then the server as it grows to ten million readings, which takes a
// quarter of an hour. `-- --only console`, `api`, `lists`, `fleet`, `live` or `grow` measures one part, and passes it the options that follow.

/** Each bench is imported when it runs, so that none loads another's libraries. */
const parts = {
  console: async (args: string[]) => (await import('./console')).measureConsole(args),
  api: async (args: string[]) => (await import('./api')).measureApi(args),
  lists: async (args: string[]) => (await import('./lists')).measureLists(args),
  fleet: async (args: string[]) => (await import('./fleetwork')).measureFleetwork(args),
  live: async (args: string[]) => (await import('./live')).measureLive(args),
  grow: async (args: string[]) =>
    args.includes('--cluster')
      ? (await import('./growCluster')).measureCluster(args)
      : (await import('./grow')).measureGrowth(args),
}
const usual = ['console', 'grow'] as const

/** The command: returns its exit code, the first that is not 0. */
export async function main([flag, only = '', ...rest]: readonly string[]): Promise<number> {
  if (flag !== undefined && (flag !== '--only' || !isPart(only)))
    throw new Error(`Name a part first: --only and one of ${Object.keys(parts).join(', ')}, then the options of that part`)
  for (const part of isPart(only) ? [only] : usual) {
    const code = await parts[part](rest)
    if (code !== 0) return code
  }
  return 0
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name)
}
