/**
 * The messages of a stream: names and ids, never content. The receiver then makes the ordinary call, so that access rules apply when it
 * reads. No schema library, because pages of the portal import this file.
 */
export const pushNames = ['look', 'notice', 'task', 'call', 'queue', 'chat', 'full'] as const
/** look: messages may be lost, read everything again · full: this user has enough streams, use polling */
export type PushName = (typeof pushNames)[number]
export const PUSH_PATH = '/sys/push'
export const PUSH_TYPE = 'text/event-stream'
/** Seconds between two signs of life, so that no proxy closes the connection. */
export const PUSH_BEAT_SECONDS = 20
