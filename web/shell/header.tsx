import { useState } from 'react'
import { useLocation } from 'react-router'
import type { SiteLink } from '../../contract/site.ts'
import { AccountArea } from './account-area.tsx'
import { displayEntries, useDisplay } from './display-switches.tsx'
import styles from './header.module.css'
import { CloseIcon, MenuIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { activeEntry } from './menu.ts'
import { SearchBox } from './search-box.tsx'
import { SiteLinkItem } from './site-link.tsx'
import { useSite } from './root-data.ts'

/**
 * Public header (spec §2 Header). `hideMenu` shows only the logo and the utility bar; `menu` are entries that are not saved yet, shown with the
 * menu of a small screen opened.
 */
export function Header({ hideMenu = false, menu: unsaved }: { hideMenu?: boolean; menu?: readonly SiteLink[] }) {
  const site = useSite()
  const { pathname } = useLocation()
  const menu = unsaved ?? site.menu
  const [opened, setOpened] = useState(unsaved ? pathname : '')
  // Another page closes it.
  const open = opened === pathname
  const active = activeEntry(pathname, menu)
  return (
    <header className={styles.header} data-print="hide">
      <div className={styles.utility} data-dark>
        <div className={`container ${styles.row}`}>
          <span className={styles.owner}>{site.owner}</span>
          <span className={styles.tools}>
            <DisplaySwitches />
            <AccountArea />
          </span>
        </div>
      </div>
      <div className={styles.bar}>
        <div className={`container ${styles.row}`}>
          <Link to="/page/home" className={styles.logo}>
            <span className={styles.seal} aria-hidden="true">
              企
            </span>
            {site.name}
          </Link>
          {!hideMenu && (
            <>
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={open}
                aria-controls="site-menu"
                onClick={() => setOpened(open ? '' : pathname)}
              >
                {open ? <CloseIcon /> : <MenuIcon />}
                <span>菜单</span>
              </button>
              <div id="site-menu" className={`${styles.menu} ${open ? styles.open : ''}`}>
                <nav aria-label="主导航">
                  <ul className={styles.entries}>
                    {menu.map((entry) => (
                      <li key={entry.url}>
                        <SiteLinkItem link={entry} className={styles.entry} current={entry.url === active} />
                      </li>
                    ))}
                  </ul>
                </nav>
                <div className={styles.search}>
                  <SearchBox id="site-search" />
                </div>
              </div>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

const DisplaySwitches = () => (
  <>
    {displayEntries(useDisplay()).map(({ name, on, run }) => (
      <button key={name} type="button" className={styles.tool} aria-pressed={on} onClick={run}>
        {name}
      </button>
    ))}
  </>
)
