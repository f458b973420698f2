import type { LinkPosition } from '../../contract/site/links.ts'
import { Footer } from '../shell/footer.tsx'
import { Header } from '../shell/header.tsx'
import { shownLinks } from '../shell/shown-links.ts'
import { PageFrame } from './page-frame.tsx'
import css from './site.module.css'

type Entry = Parameters<typeof shownLinks>[0][number]
const isSameEntry = (a: Entry, b: Entry) => a.position === b.position && a.url === b.url && a.hidden === b.hidden

/** The real header, or the footer, with these entries, at the widths of a desk and of a phone. */
export function MenuPreview({ entries, position }: { entries: readonly Entry[]; position: LinkPosition }) {
  // An address that is typed twice would be the same entry twice.
  const shown = shownLinks(entries.filter((one, n, all) => all.findIndex((other) => isSameEntry(one, other)) === n))
  const part = () => (position === 'menu' ? <Header menu={shown.menu} /> : <Footer links={shown} />)
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
