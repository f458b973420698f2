import type { MenuEntry } from '../session.ts'
import { Icon } from './icons.tsx'
import styles from './sidebar.module.css'

/** Line icons of menu entries by their configured name (ux §3.1), on a 20 px grid. */
const paths: Readonly<Record<string, string>> = {
  home: 'M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5M8.5 16.5v-4.5h3v4.5',
  archive: 'M3 4h14v3.5H3zM4.5 7.5V16.5h11V7.5M8 10.5h4',
  policy: 'M5 2.5h7l3.5 3.5v11.5h-10.5zM12 2.5V6h3.5M7.5 10h5M7.5 13h5',
  project: 'M3 5.5h5l1.5 2H17v9H3zM3 9.5h14',
  check: 'M4 3.5h12v13H4zM7 10l2.2 2.2L13.2 8',
  consult: 'M3 4h14v9.5H9.5L6 16.5v-3H3zM6.5 7.5h7M6.5 10h4.5',
  company: 'M3.5 17V6.5L10 3.5V17M10 8h6.5v9M2.5 17h15M6 8.5h1.5M6 11.5h1.5M12.5 11h1.5M12.5 14h1.5',
  setting:
    'M10 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM10 2.5v2.4M10 15.1v2.4M2.5 10h2.4M15.1 10h2.4M4.7 4.7l1.7 1.7M13.6 13.6l1.7 1.7M15.3 4.7l-1.7 1.7M6.4 13.6l-1.7 1.7',
  link: 'M8.5 11.5l3-3M9.5 6l1.6-1.6a3.2 3.2 0 0 1 4.5 4.5L14 10.5M10.5 14l-1.6 1.6a3.2 3.2 0 0 1-4.5-4.5L6 9.5',
  phone: 'M5 3h3l1.2 3.6-1.7 1.2a9 9 0 0 0 4.7 4.7l1.2-1.7L17 12v3c0 1-1 2-2 2C9 17 3 11 3 5c0-1 1-2 2-2Z',
  chat: 'M3 4.5h10v7H7l-2.5 2.2v-2.2H3zM15 8h2v6.5h-1.5v2L13 14.5H9',
  star: 'M10 3l2.1 4.4 4.9.7-3.5 3.4.8 4.8-4.3-2.3-4.3 2.3.8-4.8L3 8.1l4.9-.7Z',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13ZM8.5 17h3',
  user: 'M10 3.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM4 16.5c.5-3.2 3-5 6-5s5.5 1.8 6 5',
}

/** The icon of an entry, or the first letter of its name when the icon does not exist. */
export function MenuMark({ entry }: { entry: MenuEntry }) {
  const path = paths[entry.icon ?? '']
  return (
    <span className={path ? styles.icon : styles.mark} aria-hidden="true">
      {path ? (
        <Icon>
          <path d={path} />
        </Icon>
      ) : (
        entry.name.slice(0, 1)
      )}
    </span>
  )
}
