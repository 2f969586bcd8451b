import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate'

/** The machine's context. Lengths are bytes. */
export interface UploadContext {
  readonly file: File | null
  /** SHA-256 in hexadecimal digits; null until it is computed, and in browsers that cannot compute it. */
  readonly digest: string | null
  readonly sent: number
  readonly total: number
  /** Why the last attempt failed, in one sentence. */
  readonly failure: string | null
}

export type UploadEvent =
  | { readonly type: 'choose'; readonly file: File }
  | { readonly type: 'progress'; readonly sent: number; readonly total: number }
  | { readonly type: 'online' }
  | { readonly type: 'retry' }
  | { readonly type: 'cancel' }

/** The file to send, and the callback for its progress. */
export interface Sending {
  readonly file: File
  readonly digest: string | null
  readonly onProgress: (sent: number, total: number) => void
}

/** How an attempt failed. `cutOff`: the network was lost; `overtaken`: another user changed the row first; `refused`: anything else. */
export interface UploadFailure {
  readonly kind: 'cutOff' | 'overtaken' | 'refused'
  readonly message: string
}

const nothing: UploadContext = { file: null, digest: null, sent: 0, total: 0, failure: null }

/** The upload of one file: computes its checksum, sends it, and retries a failed attempt on request. The caller provides the effects. */
export const uploadMachine = setup({
  types: { context: {} as UploadContext, events: {} as UploadEvent, tags: {} as 'canChoose' | 'busy' },
  actors: {
    /** Computes the file's SHA-256. */
    digest: fromPromise<string | null, { file: File | null }>(() => new Promise(() => {})),
    /** Sends the file; rejects with an `UploadFailure`. */
    send: fromPromise<void, Sending>(() => new Promise(() => {})),
    /** Reports when the browser is online again. */
    network: fromCallback<UploadEvent>(() => {}),
  },
  guards: {
    isCutOff: (_, { error }: { error: unknown }) => kindOf(error) === 'cutOff',
    isOvertaken: (_, { error }: { error: unknown }) => kindOf(error) === 'overtaken',
  },
  actions: {
    noteFile: assign((_, { file }: { file: File }) => ({ ...nothing, file, total: file.size })),
    noteDigest: assign((_, { digest }: { digest: string | null }) => ({ digest })),
    noteProgress: assign(({ event }) => {
      assertEvent(event, 'progress')
      return { sent: event.sent, total: event.total }
    }),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: sentenceIn(error) })),
    noteUnreadable: assign({ failure: 'The file cannot be read.' }),
    /** Restarts the attempt with the first byte. */
    restartAttempt: assign({ sent: 0, failure: null }),
    forget: assign(nothing),
    /** Shows that the file is stored, and whether its checksum was verified. */
    announceUploaded: (_scope, _file: { file: File | null; digest: string | null }) => {},
    /** Refetches the row that another user has changed. */
    refetchRow: () => {},
  },
}).createMachine({
  id: 'upload',
  description: 'The upload of one file.',
  context: nothing,
  initial: 'idle',
  states: {
    idle: {
      description: 'No file is chosen.',
      tags: ['canChoose'],
      on: {
        choose: {
          description: 'A file is chosen.',
          target: 'hashing',
          actions: { type: 'noteFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
    hashing: {
      description: 'The browser reads the file and computes its checksum.',
      tags: ['busy'],
      on: { cancel: { description: 'The user cancels the upload.', target: 'idle', actions: 'forget' } },
      invoke: {
        id: 'digest',
        src: 'digest',
        input: ({ context }) => ({ file: context.file }),
        onDone: {
          description: 'The checksum is known.',
          target: 'sending',
          actions: { type: 'noteDigest', params: ({ event }) => ({ digest: event.output }) },
        },
        onError: { description: 'The file cannot be read.', target: 'failed', actions: 'noteUnreadable' },
      },
    },
    sending: {
      description: 'The browser sends the file; the server compares the checksum.',
      tags: ['busy'],
      entry: 'restartAttempt',
      on: {
        progress: { description: 'The browser has sent more bytes.', actions: 'noteProgress' },
        cancel: { description: 'The user cancels the upload; the server stores nothing.', target: 'idle', actions: 'forget' },
      },
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context, self }) => ({
          file: fileIn(context),
          digest: context.digest,
          onProgress: (sent, total) => self.send({ type: 'progress', sent, total }),
        }),
        onDone: {
          description: 'The server has stored the file.',
          target: 'idle',
          actions: [
            { type: 'announceUploaded', params: ({ context }) => ({ file: context.file, digest: context.digest }) },
            'forget',
          ],
        },
        onError: [
          {
            description: 'The network was lost during the upload.',
            guard: { type: 'isCutOff', params: ({ event }) => ({ error: event.error }) },
            target: 'offline',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            description: 'Somebody else changed the row first.',
            guard: { type: 'isOvertaken', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: [{ type: 'noteFailure', params: ({ event }) => ({ error: event.error }) }, 'refetchRow'],
          },
          {
            description: 'The server refuses the file, or does not answer in time.',
            target: 'failed',
            actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    offline: {
      description: 'The network is lost: when it returns, the upload starts again.',
      invoke: { id: 'network', src: 'network' },
      on: {
        online: { description: 'The network is back.', target: 'sending' },
        retry: { description: 'The user retries without waiting for the network.', target: 'sending' },
        cancel: { description: 'The user cancels the upload.', target: 'idle', actions: 'forget' },
      },
    },
    failed: {
      description: 'The file was not uploaded; the screen says why.',
      tags: ['canChoose'],
      on: {
        retry: { description: 'The user tries the same file again.', target: 'hashing' },
        choose: {
          description: 'Another file is chosen.',
          target: 'hashing',
          actions: { type: 'noteFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
  },
})

function isFailure(error: unknown): error is UploadFailure {
  return typeof error === 'object' && error !== null && 'kind' in error && 'message' in error
}

function kindOf(error: unknown): UploadFailure['kind'] {
  return isFailure(error) ? error.kind : 'refused'
}

function sentenceIn(error: unknown): string {
  return isFailure(error) ? error.message : 'The file could not be sent.'
}

/** The file; always present in `sending`. */
function fileIn({ file }: UploadContext): File {
  if (file === null) throw new Error('No file was chosen')
  return file
}
