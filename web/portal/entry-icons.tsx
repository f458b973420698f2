import { Icon } from '../shell/icons.tsx'

// Not in the icons of the shell, because every page loads those.

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
