/** Scheme, user with password, hosts with ports, and the rest. */
const PARTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** An address of each host that a PostgreSQL address names, in their order: `postgres://a,b:5433/frond` names two. */
export function hostsOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [url]
}
