import type { Cluster } from './cluster'

/** Tables the state of each part, one part a line. */
export async function tableOf({ origin, nodes, daemons, processes }: Cluster): Promise<string> {
  const frond = processes().map(async (product, at) => {
    const ready = product === null ? null : await statusOf(`${product.origin}/readyz`)
    return [`Frond ${at + 1}`, product === null ? 'down' : ready === 200 ? 'ready' : 'not ready', product?.origin ?? '']
  })
  const databases = nodes.map(async (node) => {
    const state = await node.state()
    const role = state === null ? '' : state.role === 'replica' ? 'standby' : 'primary'
    return [node.name, state?.state ?? 'down', `${role}${state?.sync_standby === true ? ', synchronous' : ''}`]
  })
  const others = Object.values(daemons).map(({ name, pid }) => [name, pid() === null ? 'down' : 'up', ''])
  const through = [['through nginx', (await statusOf(`${origin}/readyz`)) === 200 ? 'ready' : 'not ready', origin]]
  const lines = [...(await Promise.all([...frond, ...databases])), ...others, ...through]
  return lines.map(([name = '', state = '', more = '']) => `${name.padEnd(14)}${state.padEnd(12)}${more}`).join('\n')
}

async function statusOf(url: string): Promise<number | null> {
  // Without an answer, the table shows the part as not ready.
  const response = fetch(url, { signal: AbortSignal.timeout(4000) })
  return response.then(({ status }) => status).catch(() => null)
}
