import type { SiteLink } from '../../contract/site.ts'
import type { LinkPosition } from '../../contract/site/links.ts'
import { Footer } from '../shell/footer.tsx'
import { Header } from '../shell/header.tsx'
import type { LinkRow } from './link-row.ts'
import { PageFrame } from './page-frame.tsx'
import css from './site.module.css'

type Entry = Pick<LinkRow, 'position' | 'name' | 'url' | 'desc' | 'hidden' | 'disabled'>

/** The real header, or the footer, with these entries, at the widths of a desk and of a phone. */
export function MenuPreview({ entries, position }: { entries: readonly Entry[]; position: LinkPosition }) {
  const at = (of: LinkPosition): SiteLink[] =>
    entries
      .filter((one) => one.position === of && !one.hidden)
      // An address that is typed twice would be the same entry twice.
      .filter((one, n, all) => all.findIndex(({ url }) => url === one.url) === n)
      .map(({ name, url, desc, disabled }) => ({ name, url, ...(disabled ? { disabled, desc } : {}) }))
  const part = () =>
    position === 'menu' ? <Header menu={at('menu')} /> : <Footer links={{ quickLinks: at('quick'), governmentLinks: at('gov') }} />
  return (
    <div className={css.stack}>
      <PageFrame width={1440} title="预览：电脑，1440 像素宽">
        {part()}
      </PageFrame>
      <PageFrame width={375} title="预览：手机，375 像素宽">
        {part()}
      </PageFrame>
    </div>
  )
}
