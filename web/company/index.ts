export { AuthChip } from './authorization-panel.tsx'
export { Completeness } from './completeness.tsx'
export { LockEnterprises } from './lock-enterprises.tsx'
