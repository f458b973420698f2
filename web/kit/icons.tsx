/** Line icons, 1.5 px stroke (ux.md §3.1). They are decoration: a word always accompanies them. */
const paths = {
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  back: 'M6.5 4 3 7.5 6.5 11M3 7.5h6.5a3.5 3.5 0 0 1 0 7H7',
  dot: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3.2l2.2 1.3',
  wait: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 2.5v5.5h5.5',
  minus: 'M4 8h8',
  pin: 'M5.5 2.5h5l-.8 4 2 2.3H4.3l2-2.3zM8 8.8v4.7',
  plus: 'M8 3.5v9M3.5 8h9',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  up: 'M4 9.5 8 5.5l4 4',
  down: 'M4 6.5l4 4 4-4',
  more: 'M4 6.5l4 4 4-4',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  upload: 'M8 10.5v-7M5 6l3-3 3 3M3 11.5v2h10v-2',
  download: 'M8 3v7M5 7.5l3 3 3-3M3 12v1.5h10V12',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  shield: 'M8 2 3 4v4c0 3 2.2 5 5 6 2.8-1 5-3 5-6V4zM5.7 8l1.7 1.7 3-3.2',
  search: 'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM10 10l3.5 3.5',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  bold: 'M5 3h3.8a2.4 2.4 0 0 1 0 4.9H5zM5 7.9h4.4a2.5 2.5 0 0 1 0 5.1H5z',
  italic: 'M7 3h5M4 13h5M9.5 3l-3 10',
  underline: 'M4.5 3v4.5a3.5 3.5 0 0 0 7 0V3M4 13.5h8',
  strike: 'M3 8h10M11 5c0-3-6-3-6 0 0 1.5 1.5 2 3 3M5 11c0 3 6.5 3 6.5 0',
  bullets: 'M6.5 4h7M6.5 8h7M6.5 12h7M3 4h.1M3 8h.1M3 12h.1',
  numbers: 'M7 4h6.5M7 8h6.5M7 12h6.5M3 3v2.5M2.5 9.5c0-2 2-1.7 2-.6 0 .8-2 1.1-2 2.1h2',
  quote: 'M3.5 4v8M6.5 5h7M6.5 8h7M6.5 11h5',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.2 3.5v9M9.8 3.5v9',
  image: 'M2.5 3.5h11v9h-11zM5.5 6.2h.1M3 12l3.5-4 2.5 2.7 1.7-1.7 2.8 3',
  video: 'M2.5 4h8v8h-8zM10.5 7l3-2v6l-3-2',
  link: 'M6.5 9.5l3-3M7.5 4.8 9 3.3a2.6 2.6 0 0 1 3.7 3.7l-1.5 1.5M8.5 11.2 7 12.7A2.6 2.6 0 0 1 3.3 9l1.5-1.5',
  undo: 'M5 3.5 2.5 6 5 8.5M2.5 6H10a3.5 3.5 0 0 1 0 7H7',
  redo: 'M11 3.5 13.5 6 11 8.5M13.5 6H6a3.5 3.5 0 0 0 0 7h3',
} as const
export type IconName = keyof typeof paths

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    style={{ flex: 'none', verticalAlign: '-0.15em' }}
  >
    <path d={paths[name]} fill={name === 'dot' ? 'currentColor' : undefined} />
  </svg>
)
