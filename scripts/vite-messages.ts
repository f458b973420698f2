import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { messages } from '../contract/messages.ts'

const texts: Readonly<Record<string, string>> = messages

/** Replaces `messages.name` by its text in the files for the browser, so that a page contains only the texts that it shows. */
export function inlineMessages(root: string): Plugin {
  const places = ['web', 'contract'].map((name) => `${resolve(root, name)}/`)
  return {
    name: 'inline-messages',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? ''
      if (this.environment.name !== 'client' || !places.some((place) => file.startsWith(place)) || !/from '[^']*\/messages\.ts'/.test(code))
        return
      return {
        code: code.replace(/(?<![\w.$])messages\.(\w+)\b/g, (whole, name: string) => (name in texts ? JSON.stringify(texts[name]) : whole)),
        map: null,
      }
    },
  }
}
