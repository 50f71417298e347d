import { defineBrandTheme } from '../brandTheme.ts'

/** Solaris: plum and late sun. */
export const solaris = defineBrandTheme({
  name: 'solaris',
  title: 'Solaris Partners',
  hosts: ['solaris.localhost'],
  radius: 6,
  light: {
    background: '#f8f5f4', surface: '#ffffff', text: '#281d27', textMuted: '#665763', line: '#e8dfde', outline: '#8f7f8c',
    primary: '#74296f', onPrimary: '#ffffff', primaryWash: '#f5e8f4', accent: '#a04e00', onAccent: '#ffffff',
    danger: '#b02323', onDanger: '#ffffff', success: '#22683a', warning: '#875200', info: '#2b5a9b',
  },
  dark: {
    background: '#161015', surface: '#211920', text: '#f0e7ee', textMuted: '#bcaab8', line: '#392d37', outline: '#8a7787',
    primary: '#e3a6df', onPrimary: '#3a0a38', primaryWash: '#3b223a', accent: '#f5b068', onAccent: '#331a00',
    danger: '#ff9d94', onDanger: '#3d0500', success: '#84d49f', warning: '#f3bb69', info: '#9dbcf3',
  },
  bars: {
    light: { background: '#ffffff', text: '#281d27', textMuted: '#665763', hover: '#f6f0f3', active: '#f5e8f4', line: '#e8dfde' },
    dark: { background: '#2b1a2a', text: '#f2e9f0', textMuted: '#c5b3c1', hover: '#3c283a', active: '#4b3349', line: '#44303f' },
    brand: { background: '#74296f', text: '#ffffff', textMuted: '#f0dcee', hover: '#652061', active: '#571a54', line: '#8c4a87' },
  },
})
