export { default, loader, meta } from './policy-detail.tsx'
