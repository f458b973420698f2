/** Where the editor leaves an unsaved form for the preview in another tab. */
export const PREVIEW_KEY = 'qifu:form-preview'
