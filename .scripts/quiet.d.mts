export function withoutEvents(): void
