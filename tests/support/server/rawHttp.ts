import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends this text over a new connection to a local port; returns the answer once the server has closed the connection. */
export async function answerTo(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: /, '')]))
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, unknown> }
}
