import type { SessionMessage } from './ports.ts'

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
const LOOK_EVERY_MS = 20
const LOOKS = 100

/**
 * Messages between the windows of one browser. A cookie that one window sets can reach another one later than a message that was sent after
 * it (Chromium, up to 40 of 100 messages under load), and a window that reads the session then would find none and not look again. Messages
 * of a new token name its end, and are heard when the window has that cookie, at the latest after a hundred looks: two seconds, more in a
 * hidden window. `tokenEnd`: of the window's own token.
 */
export function createMessages(channel: Channel | null, tokenEnd: () => string | undefined) {
  return {
    broadcast: (message: SessionMessage): void =>
      channel?.postMessage(message === 'login' || message === 'token' ? `${message} ${tokenEnd()}` : message),
    listen: (heard: (message: SessionMessage) => void): void =>
      channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const [, message, end] = /^(login|token) (.*)/.exec(data) ?? [data, data]
        let looks = end ? LOOKS : 0
        const look = (): unknown => (looks-- > 0 && tokenEnd() !== end ? setTimeout(look, LOOK_EVERY_MS) : heard(message as SessionMessage))
        look()
      }),
  }
}
