import type { FastifyRequest } from 'fastify'

/** Headers by which proxies name the client. */
const forwarding =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|fly-client-ip)$/

/**
 * Whether the request comes from this machine, by its connection. A proxy on this machine connects from a loopback address too; a forwarding
 * header or a public host name reveals that it forwards a remote request. The host name also prevents DNS rebinding.
 */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => forwarding.test(name))
  const isForHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')
  return !isPassedOn && isForHere && /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
