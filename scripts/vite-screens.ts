import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Screen } from '../web/screens/screen.ts'

/**
 * The browser gets each list of web/screens as data: of a screen only that it is built, not its module or domain, and the public list
 * without the screens of the workbench that a domain lists in the same file. This makes every first view smaller.
 */
export const slimScreens = (web: string): Plugin => ({
  name: 'slim-screens',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?', 1)[0] ?? ''
    if (this.environment.name !== 'client' || !file.startsWith(`${web}/screens/`) || !/\/(public|standalone|work)\.ts$/.test(file)) return
    this.addWatchFile(file)
    const lists = (await import(`${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`)) as Record<string, readonly Screen[]>
    return Object.entries(lists)
      .map(([name, list]) => `export const ${name} = ${JSON.stringify(list.map(slim))}`)
      .join('\n')
  },
})

const slim = (screen: Screen): Screen => ({ ...screen, domain: '', ...(screen.file ? { file: '1' } : {}) })
