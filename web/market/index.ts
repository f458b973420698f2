export { DemandLink } from './demand-link.tsx'
