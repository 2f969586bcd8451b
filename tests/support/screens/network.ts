interface Disturbable {
  disturb(fault: () => Promise<null> | null): void
}

/** Holds back every call; the returned function lets the held ones and all later ones reach the server. An aborted call stays aborted. */
export function hold({ disturb }: Disturbable): () => void {
  let open: () => void = () => undefined
  const gate = new Promise<null>((resolve) => {
    open = () => resolve(null)
  })
  disturb(() => gate)
  return () => {
    disturb(() => null)
    open()
  }
}
