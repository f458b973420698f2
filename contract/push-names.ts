/**
 * What a stream may say: names and ids, never what happened. Whoever hears a name asks the ordinary call, so that the rules of access hold
 * when it is read. Without a schema library, for pages of the portal.
 */
export const pushNames = ['look', 'notice', 'task', 'call', 'queue', 'chat', 'full'] as const
/** look: something may have been missed, read everything again · full: this person has enough streams, ask by polling */
export type PushName = (typeof pushNames)[number]
export const PUSH_PATH = '/sys/push'
export const PUSH_TYPE = 'text/event-stream'
/** A sign of life, so that no proxy on the way takes the line for dead. */
export const PUSH_BEAT_SECONDS = 20
