/** Makes an object that stands for what hooks create before each test, so that a file can name it before the hooks run. */
export function standIn<T extends object>(current: () => T | null): T {
  const there = (): T => {
    const it = current()
    if (it === null) throw new Error('It is there once the hooks have run')
    return it
  }
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(there(), key),
    set: (_, key, value) => Reflect.set(there(), key, value),
    has: (_, key) => Reflect.has(there(), key),
    ownKeys: () => Reflect.ownKeys(there()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(there(), key),
  })
}
