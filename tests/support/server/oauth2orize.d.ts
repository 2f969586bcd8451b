/** The part of the package that the tests use; its own types would require Express. */
declare module 'oauth2orize' {
  interface Exchange {
    readonly query: Readonly<Record<string, string>>
    readonly body: Readonly<Record<string, string>>
    readonly session: object
    readonly user: object
    oauth2?: { readonly transactionID: string }
  }
  interface Answer {
    redirect(url: string): void
    end(): void
  }
  type Step = (request: Exchange, answer: Answer, next: (error?: unknown) => void) => void
  type Done<T> = (error: unknown, value?: T) => void

  interface Server<Client> {
    serializeClient(work: (client: Client, done: Done<string>) => void): void
    deserializeClient(work: (id: string, done: Done<Client | false>) => void): void
    grant(kind: unknown): void
    authorization(
      validate: (
        clientId: string,
        redirectUri: string,
        done: (error: unknown, client?: Client | false, redirectUri?: string) => void,
      ) => void,
    ): Step
    decision(): readonly Step[]
  }

  export function createServer<Client>(): Server<Client>
  export const grant: {
    token(
      options: { readonly scopeSeparator: readonly string[] },
      issue: (client: unknown, user: unknown, done: (error: unknown, token?: string, more?: object) => void) => void,
    ): unknown
  }
}
