export { AuthChip } from './archive/authorization-panel.tsx'
export { Completeness } from './archive/completeness.tsx'
