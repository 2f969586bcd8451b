import { anywhereInside } from './moves/anywhereInside'
import { authenticated } from './moves/authenticated'
import { expired } from './moves/expired'
import type { Move } from './moves/move'
import { opening } from './moves/opening'
import { passkeys } from './moves/passkeys'
import { refreshing } from './moves/refreshing'
import { waiting } from './moves/waiting'
import { waysIn } from './moves/waysIn'

/** The one table of cases, in the order of a session's life; each part is a file of rows. */
export const moves: readonly Move[] = [
  ...opening,
  ...waysIn,
  ...waiting,
  ...passkeys,
  ...anywhereInside,
  ...authenticated,
  ...refreshing,
  ...expired,
]
