import { defineBrandTheme } from '../brandTheme.ts'

/** Meridian: deep sea and slate. */
export const meridian = defineBrandTheme({
  name: 'meridian',
  title: 'Meridian Affiliates',
  hosts: ['localhost', '127.0.0.1', 'meridian.localhost'],
  radius: 8,
  light: {
    background: '#f3f6f7', surface: '#ffffff', text: '#16242b', textMuted: '#51636d', line: '#dde5e9', outline: '#7b8d97',
    primary: '#0b5f6e', onPrimary: '#ffffff', primaryWash: '#e2f0f2', accent: '#b4530a', onAccent: '#ffffff',
    danger: '#b3261e', onDanger: '#ffffff', success: '#1a6b3a', warning: '#8a5300', info: '#1b5e9e',
  },
  dark: {
    background: '#0e161a', surface: '#172228', text: '#e5edf1', textMuted: '#a3b5bf', line: '#2b3a42', outline: '#71858f',
    primary: '#63c7d8', onPrimary: '#00262d', primaryWash: '#153640', accent: '#f0a45c', onAccent: '#331600',
    danger: '#ff9a91', onDanger: '#3d0500', success: '#76d6a0', warning: '#f2b862', info: '#8bbcf4',
  },
  bars: {
    light: { background: '#ffffff', text: '#16242b', textMuted: '#51636d', hover: '#eef3f5', active: '#e2f0f2', line: '#dde5e9' },
    dark: { background: '#10262e', text: '#e5edf1', textMuted: '#a9bcc6', hover: '#1b3640', active: '#234550', line: '#22404a' },
    brand: { background: '#0b5f6e', text: '#ffffff', textMuted: '#d4e9ed', hover: '#08525f', active: '#07444f', line: '#2a7482' },
  },
})
