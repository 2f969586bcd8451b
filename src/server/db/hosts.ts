/** Captures scheme with credentials, hosts with ports, and the rest. */
const PARTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** Splits a PostgreSQL URL into one URL per host, in order: `postgres://a,b:5433/frond` names two hosts. */
export function hostsOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [url]
}

/** What a person calls a database: its address without secrets, or its folder. */
export function databaseNameOf(url: string | null, dataDir: string): string {
  return url === null ? dataDir : addressOf(url)
}

/** The hosts and database of a PostgreSQL URL, without its secrets. */
export function addressOf(url: string): string {
  const hosts = hostsOf(url).map((host) => new URL(host))
  return `${hosts.map(({ host }) => host).join(',')}${hosts[0]?.pathname ?? ''}`
}
