/**
 * The bare words of commonly used passwords: what is left of `P@ssw0rd1!` or `Senha@123` once case, look-alike
 * characters and the digits
 * and signs around the word are gone. International ones and those of Brazil.
 */
export const commonPasswordCores: ReadonlySet<string> = new Set(
  (
    'password passwd passw passwort pass senha senhas minhasenha novasenha senhaforte segredo admin admins administrator administrador adm root ' +
    'superuser user usuario guest convidado login welcome bemvindo bienvenido letmein changeme mudar mude trocar troque master mestre default padrao ' +
    'qwerty qwert qwertyuiop asdf asdfg asdfgh asdfghjkl zxcvb zxcvbn zxcvbnm qazwsx azerty abc abcd test teste testing temp temporaria ' +
    'iloveyou loveyou teamo amor amorzinho princess princesa sunshine dragon monkey football futebol baseball basketball superman batman shadow ' +
    'michael jordan ashley jessica charlie daniel thomas hunter jennifer summer winter spring autumn verao inverno outono primavera ' +
    'january february march april june july august september october november december janeiro fevereiro marco abril maio junho julho agosto ' +
    'setembro outubro novembro dezembro segunda sexta domingo monday friday sunday brasil brazil brasileiro portugal america saopaulo ' +
    'flamengo corinthians palmeiras santos vasco gremio cruzeiro botafogo fluminense internacional jesus jesuscristo deus deusefiel ' +
    'gabriel rafael lucas mateus maria joao pedro ana julia fernanda juliana camila carlos eduardo felipe familia hello ola computer internet ' +
    'google pokemon starwars trustno freedom whatever samsung secret company empresa acesso entrar cambiar contrasena clave hola ' +
    // Words of this product's field: the first that somebody would try here (OWASP ASVS 6.2.11).
    'afiliado afiliados afiliacao parceiro parceiros socio socios backoffice office escritorio ' +
    'aposta apostas apuesta apuestas bet bets betting casino cassino jogo jogos juego juegos gaming games loteria loterias lottery lotto bonus comissao comision commission ' +
    'campanha campanas recompensa pagamento pagamentos payment payments pix marca marcas'
  ).split(' '),
)

/** Commonly used runs of keys, letters and digits mixed; compared in lower case and without signs. */
export const commonPasswordRuns: ReadonlySet<string> = new Set(
  (
    '1q2w3e4r 1q2w3e4r5t 1q2w3e q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1zaq1 qwe123 qweasd123 qweasdzxc123 asd123 zxc123 123qwe 123abc ' +
    'qwer1234 asdf1234 zxcv1234 abc12345 a1b2c3d4 a1b2c3 a12345678 a123456 a1234567 a123456789 aa123456 aa12345678 qq123456 az123456 p4ssw0rd1 ' +
    '1a2b3c4d 1234abcd 1234qwer 123456a 12345678a 123456789a 123456aa'
  ).split(' '),
)
