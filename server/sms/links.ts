import { linksIn } from '../../contract/sms/temps.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Refuses links to other sites, because recipients trust the messages of a county. */
export function refuseForeignLinks(k: Kernel, field: string, text: string): void {
  const own = k.config.PUBLIC_URL ? new URL(k.config.PUBLIC_URL).host : ''
  const foreign = linksIn(text).find((link) => {
    const bare = link.replace(/^https?:\/\//i, '')
    return own === '' || (bare !== own && !bare.startsWith(`${own}/`))
  })
  if (foreign !== undefined) throw invalidField(field, `不能含有其他网站的地址：${foreign.slice(0, 40)}`)
}
