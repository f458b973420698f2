export { default, loader, meta } from '../detail/policy-detail.tsx'
