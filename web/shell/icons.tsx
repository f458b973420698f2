import type { ReactNode } from 'react'

/** Line icons, 1.5 px (ux §3.1); always beside a label. */
export const Icon = ({ children, size = 20 }: { children: ReactNode; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)
export const SearchIcon = () => (
  <Icon size={18}>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon size={24}>
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
)
export const OutsideIcon = () => (
  <Icon size={14}>
    <path d="M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7" />
  </Icon>
)
export const DownIcon = () => (
  <Icon size={14}>
    <path d="m4 7 6 6 6-6" />
  </Icon>
)
export const UpIcon = () => (
  <Icon>
    <path d="M10 16V4M5 9l5-5 5 5" />
  </Icon>
)
