/** react-admin's own texts in English, as it publishes them. */
export { default as reactAdmin } from 'ra-language-english'
