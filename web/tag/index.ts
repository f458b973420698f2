export { CompanyTagDrawer } from './company-tag-drawer.tsx'
export { OwnTags } from './own-tags.tsx'
export { TagMark } from './tag-mark.tsx'
