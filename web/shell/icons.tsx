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
export const PolicyIcon = () => (
  <Icon size={24}>
    <path d="M5 2.5h7L15.5 6v11.5h-10.5zM12 2.5V6h3.5M7.5 9.5h5M7.5 12.5h5" />
  </Icon>
)
export const CalculatorIcon = () => (
  <Icon size={24}>
    <path d="M4.5 2.5h11v15h-11zM7 5.5h6v2.5H7zM7.2 11h.1M10 11h.1M12.8 11h.1M7.2 14h.1M10 14h.1M12.8 14h.1" />
  </Icon>
)
export const DeclareIcon = () => (
  <Icon size={24}>
    <path d="M3.5 3.5h9v5M3.5 3.5v13h6M6 7h4M6 10h3M12 15.5l4.5-4.5 1.5 1.5-4.5 4.5-2 .5z" />
  </Icon>
)
export const AppealIcon = () => (
  <Icon size={24}>
    <path d="M3 4h14v9.5H9.5L6 16.5v-3H3zM6.5 7.5h7M6.5 10h4" />
  </Icon>
)
export const BellIcon = () => (
  <Icon>
    <path d="M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13s1.5-1 1.5-5M8.5 16.5h3" />
  </Icon>
)
