interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** As in form.module.css: there a calendar stays at an edge of the screen. */
const PHONE_WIDTH = 480
const LOW_HEIGHT = 810
/** Height of a calendar with its distance from field and edge, and its width, of which the hours take more. */
const TALL = 392
const WIDE = { day: 300, hour: 412 } as const
const GAP = 4

/**
 * Left edge of a calendar that stands beside its field, on a low screen where it has room neither below nor above: it would cover what is
 * typed. null: it stands below or above, as everywhere, or there is no room beside the field either.
 */
export function besideOf(field: Box, screen: { width: number; height: number }, kind: keyof typeof WIDE): number | null {
  if (screen.width <= PHONE_WIDTH || screen.height > LOW_HEIGHT) return null
  if (field.bottom + TALL <= screen.height || field.top >= TALL) return null
  const room = WIDE[kind] + GAP
  if (field.right + room <= screen.width) return field.right + GAP
  return field.left >= room ? field.left - room : null
}
