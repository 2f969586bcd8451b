import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/** A mail as the server received it. */
interface Delivery {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, with the line ends as sent. */
  readonly data: string
}

/** A local mail server that keeps the mails it receives. */
export interface SmtpServer {
  readonly url: string
  readonly deliveries: readonly Delivery[]
  /** Sets the answer to RCPT; 250 accepts the mail. */
  answerRecipients(reply: string): void
  /** Keeps the mails that follow, but does not say so, like a server that is still scanning them. */
  stayMute(): void
  /** Resolves once it has received `count` mails. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a mail server; on a given port, it can replace one that was closed. */
export async function startSmtp(port = 0): Promise<SmtpServer> {
  const deliveries: Delivery[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  let recipientReply = '250 ok'
  let isMute = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, {
      recipientReply: () => recipientReply,
      keep(delivery) {
        deliveries.push(delivery)
        for (const check of waiting) check()
        return !isMute
      },
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    deliveries,
    answerRecipients(reply) {
      recipientReply = reply
    },
    stayMute() {
      isMute = true
    },
    received: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (deliveries.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Conversation {
  recipientReply(): string
  /** Returns whether to answer that it was kept. */
  keep(delivery: Delivery): boolean
}

/** Speaks the part of RFC 5321 that one client needs. */
function converse(socket: Socket, { recipientReply, keep }: Conversation): void {
  let pending = ''
  let from = ''
  let to: string[] = []
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)

  function onCommand(line: string): void {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO' || verb === 'NOOP') say('250 frond.test')
    else if (verb === 'MAIL') {
      from = address
      to = []
      say('250 ok')
    } else if (verb === 'RCPT') {
      const reply = recipientReply()
      if (reply.startsWith('250')) to.push(address)
      say(reply)
    } else if (verb === 'DATA') {
      isData = true
      say('354 go on')
    } else if (verb === 'RSET') say('250 ok')
    else if (verb === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say('502 what')
  }

  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    pending += chunk
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n'
      const end = pending.indexOf(mark)
      if (end < 0) return
      const part = pending.slice(0, end)
      pending = pending.slice(end + mark.length)
      if (isData) {
        isData = false
        if (keep({ from, to, data: part })) say('250 kept')
      } else onCommand(part)
    }
  })
  say('220 frond.test')
}
