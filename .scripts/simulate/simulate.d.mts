/** What became of everything that was sent: readings, but for `batches`, `failed`, which counts posts kept for later, and `slowed`, 429s. */
export interface Sent {
  batches: number
  stored: number
  duplicates: number
  refused: number
  failed: number
  slowed: number
}

export interface SimulateOptions {
  readonly url: string
  readonly email: string
  readonly password: string
  readonly gateways: number
  readonly sensors: number
  readonly every: number
  readonly history: number
  readonly rounds: number
  readonly faults: number
  readonly drift: number
  readonly outages: number
  readonly flood: number
  readonly seed: number
}

export function simulate(options: SimulateOptions, signal: AbortSignal, print?: (line: string) => void): Promise<Sent>
