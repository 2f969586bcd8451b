/** Passwords that attackers try first, in lower case. `isCommon` also catches them with digits or punctuation at the end. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
000000 00000000 000007 0007 001001 007007 010101 010203 01020304 0102030405 012345 0123456 01234567 012345678 0123456789
020202 09876 098765 0987654 098765432 0987654321 101010 102030 10203040 1029384756 110110 11111 111111 1111111 11111111
11111a 111222 111222333 112233 11223344 1122334455 112358 11235813 1123581321 121212 12121212 121212a 121314 122333
123123 12312312 123123123 123321 1233210 12344321 123454321 1234554321 123456 12345654321 1234567 12345678 123456789
1234567890 1234567891 12345678910 123456789123 123456789a 12345678a 1234567a 1234567q 123456a 123456aa 123456ab
123456abc 123456q 123456qq 123456qwe 123456z 12345a 12345abc 12345abcde 12345qwe 12345qwert 1234abcd 1234qwer 123654
123654789 123abc 123abc123 123asd 123qwe 123qwe123 123qweasd 123qweasdzxc 123qwerty 123zxc 124578 125125 12qwaszx 131313
1314520 1314521 134679 135246 13579 135790 135791 135792468 1357924680 141414 142536 147258 147258369 147852 1478963
151515 159357 159753 159951 161616 171717 181818 191919 198000 19841984 199000 19901990 19991999 1a2a3a 1a2b3c 1a2b3c4d
1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qwerty 1z2x3c4v 2000 200000 20002000
20012001 202020 20202020 212121 222333 232323 242424 246810 252525 258456 262626 272727 282828 292929 2wsx3edc 303030
313131 321321 321654 321654987 323232 332211 343434 353535 357159 363636 369258 369258147 373737 383838 393939 404040
414141 420420 434343 445566 454545 456123 456456 456789 456852 464646 474747 484848 494949 505050 50cent 515151 5201314
5201314a 520520 525252 535353 545454 565656 575757 585858 595959 616161 626262 636363 646464 654123 654321 656565 666666
666999 676767 686868 696969 727272 737373 741852 741852963 747474 753159 757575 7654321 767676 7758258 7758521 777777
777888 778899 787878 789456 789456123 789789 797979 818181 828282 838383 848484 852456 852963 858585 868686 87654321
878787 888888 888999 898989 909090 919191 929292 939393 949494 951753 959595 963852 963852741 969696 979797 987456
987654321 9876543210 987654321a 987987 989898 998877 999000 999888 999999 a11111 a123456 a1234567 a12345678 a123456789
a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3 a1s2d3f4 a5201314 aa123456 aa12345678 aaa111 aaa123 aaaa1111 aaaaa1 abc123 abc123123
abc1234 abc12345 abc123456 abcabc abcd123 abcd1234 abcdabcd abcde123 abcdef1 access access14 account accounts admin
admin1 admin12 admin123 admin1234 admin12345 admin123456 adminadmin administrador administrator aini1314 airbus airforce
airplane alejandra alejandro alexander alexandra alexis always amanda amazing amber amber1 america american amor amor123
amorcito amores andrea andrew andrew1 android angel angel1 angel123 angels animal animals anime123 anthony antoine
antonio anything apexlegends apollo apple1 apple123 april123 aptx4869 army123 arschloch arsenal arsenal1 asd123 asd1234
asd123456 asdasd asdasd123 asdf123 asdf1234 asdfasdf asdfgh1 asdqwe123 ashley ashley1 assassin asshole audi123 august
austin australia autumn autumn2024 autumn2025 autumn2026 awesome awesome1 azerty azerty1 azerty12 azerty123 azertyuiop
baby123 baby1234 babyboy babygirl babygirl1 bailey bamboo banana bandit baptiste barbara barcelona bart123 baseball
baseball1 basketball bass123 bastard batman batman1 bayern bayern1 beach bear123 bears beatles beautiful beauty beer123
believe benjamin berlin bestfriend bible biology bird123 birthday bitch bitch1 biteme bleach blessed blessing bmw123
boeing bonita bonjour bonjour1 borussia boston brandon brandon1 brasil brasil1 brazil broncos brother brownie buddha
buddy buddy1 buddy123 budlight bugsbunny bulldog bulldogs bulls bullshit bunny bunny1 burger business buster buster1
butterfly butterfly1 cactus california callofduty camaro camille canada candy candy1 candy123 cannabis canyon captain
carlos carlos1 carolina caroline casino cat123 catcat champion champion1 changeit changeme charlie charlie1 cheese
chelsea chelsea1 chemistry chevrolet chevy chicago chicken china chocolate chocolate1 chouchou christ christian
christina christmas christopher church cielo claudia coca-cola cocacola coffee coffee1 college company computer
computer1 contrasena contraseña cookie cookie1 cool123 coolcool cooldude coolguy copper corazon corinthians corona
corvette cosmos coucou counterstrike cowboys cracker crazy crazy1 crazy123 creed123 cristina crystal cs1234 cuba cupcake
d123456 daddy daddy1 daddy123 daisy dallas dance dance123 dancer dancing daniel daniel1 daniela danielle deathnote
december default demo demo123 demo1234 demodemo demon denver desert desktop destiny deutschland devil666 diablo diablo1
diablo2 diamond diamond1 dickhead diego disney doctor dog123 dogdog doggie dollar dollars dolphin dolphins donald
doom123 dortmund dota dota123 dota2 doudou dragon dragon1 dragon123 dragonball dragonballz dragonfly dream dreamer
dreams driver drpepper drummer drums ducati dude123 eagle1 eagle123 eagles earth easter eduardo elephant elizabeth elvis
emerald eminem energy engine engineer england enrique espana estrella estrellita everton everything example facebook
facebook1 faith falcon falcons family family1 fantastic fantasy farm farmer fate father february fernanda fernando
ferrari ferrari1 ficken finance fireman fish123 fishing fishing1 flamengo florida flower flower1 flower123 flowers
football football1 ford123 forest forever forever1 forever21 forget forgot fortnite foxfox france francisco francois
frankfurt freedom freedom1 friday friday13 friend friends friends1 friendship frodo frond frond1 frond123 frondadmin
fucker fuckme fuckyou fuckyou1 fuckyou2 funfun funny fussball g123456 gabriel gabriela galaxy gamer games123 gaming
gandalf ganja garden garden1 gardens garfield gateway gateway1 gateways geheim geheim1 geheim123 genius george george1
germany ghost ginger giraffe goku goku123 golden golfer gonzalez good123 goodbye goodday goodluck goofy google google1
google123 gorgeous gorilla green green1 greenhouse gremio gta123 gta5 guadalupe guest guest1 guest123 guillaume guinness
guitar guitar1 gundam hacker hacker1 hallo hallo123 hallo1234 halo123 halo1234 hamburg handsome hannah hannah1 happiness
happy happy1 happy123 harley harley1 harrypotter haslo haslo123 hateyou hawaii heart hearts heather heaven heineken
hello hello1 hello123 hello1234 hellohello hellokitty helloworld hermosa hernandez hero123 heroes heslo heslo123
hi123456 hiphop hockey hogwarts holiday hollywood homer honda honda1 honey honey1 honey123 honeybee hope123 horse horses
hotboy hotgirl houston hugs hulk humidity hummer hunter hunter1 hunter2 hunting hurricane idiot ihateyou ilovegod
ilovejesus iloveu iloveyou iloveyou1 iloveyou2 iloveyou520 india indian instagram inter internet inuyasha iphone iron123
ironman isabella isabelle island itsme j123456 jade123 jaguar jamaica january japan jasmine javier jelszo jennifer
jessica jesus jesus1 jesuschrist jetaime jonathan jordan jordan23 jorge jose123 joseph joshua joshua1 joyjoy juan123
juancarlos juanito julien juliette jupiter justin justin1 justme juventus k12345 k123456 karma kawasaki keyboard killer
killer1 kisses kissme kitten kitty kitty1 knight koeln l12345 l123456 ladybug lakers laptop lauren laurent lawyer leaf
leagueoflegends leaves legend legend1 leonardo letmein letmein1 letmein123 letmeinnow liberty library lightning lily123
linkedin linkedin1 linux lion123 lions liverpool liverpool1 login login123 logmein london london1 lorena loser loser1
lotus loulou love love1 love12 love123 love1234 love4ever lovelove lovely loveme lover1 lovers loveu2 loveyou lucia
lucky lucky1 lucky13 lucky7 luigi luis123 m123456 macintosh madonna maggie magic magic1 magic123 magical manager
manager1 manchester manga123 manuel manutd march123 margarita maria maria1 maria123 mariana marina marine marines mario
mario1 mario12 mario123 mariposa marlboro mars123 marseille martin martinez marvin mary420 master master1 master123
masterkey mathematics matrix matthew mauricio maverick maxime melissa mercedes mercedes1 mercury merlin metal metal1
metallica mexico miami mibebe michael michael1 michelle mickey mickey1 microsoft miguel milan million millions minecraft
minecraft1 minnie mommy mommy1 monamour monday money money1 money123 monica monkey monkey1 monkey12 monkey123 monster
monster1 moon moonlight morgan moscow motdepasse mother mother1 motorola mountain mouse123 movie movies mudar123
muenchen muffin muffin1 mumbai murphy music music1 music123 mustang mustang1 mylove mylove1 mypass mypassword mystery
naruto naruto1 naruto123 natalia natasha nature neptune never123 newpass newpassword newyork nicholas nicolas nicole
ninja ninja123 nintendo nirvana nissan nobody nokia nothing nothing1 november number1 numberone nurse ocean october
office office123 oliver olivia olivier onelove onepiece operator orange orchid overwatch p123456 p@ssw0rd p@ssword
pa55w0rd pa55word pablo packers pakistan palmeiras pancake panther panthers paola paris parola parola1 parola12 parrot
party party123 pass123 pass1234 passpass passport passw0rd passwd password password1 password12 password123 password1234
passwords passwort passwort1 passwort123 patricia patrick pauline peace peace1 peace123 peanut pearl pedro pepper pepsi
pepsi1 phantom philippe phoenix phoenix1 physics piano pikachu pilot pizza pizza123 planet plant plant123 plantcare
plants platinum playboy playboy1 player player1 playgirl playstation pluto pokemon pokemon1 pokemon123 poker police
pony123 porsche potter power power1 prairie pretty pretty1 princesa princess princess1 puppy puppy123 purple pussy
pussycat q12345 q123456 q1234567 q123456789 q1q1q1q1 q1w2e3 q1w2e3r4 q1w2e3r4t5 q2w3e4r5 qaz123 qazwsx qazwsx1 qazwsx123
qazwsxedc qazxsw qq123123 qq123456 qqqqqq quentin qwe123 qwe1234 qwe12345 qwe123456 qweasd qweasd123 qweasdzxc qweqwe
qwer123 qwer1234 qwer12345 qwerqwer qwert123 qwert1234 qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyqwerty qwertz qwertz1 qwertz123 qwertzu qwertzui rabbit racecar racer rachel racing raiders rainbow ranger rapper
realmadrid rebecca redsox remember ricardo rich richard river123 robert robert1 roberto roblox rock123 rock1234 rocket
rocket1 rockstar rodrigo rodriguez romain root root123 rootroot rosario rosebud roses ruby123 running russia s123456
sailor sakura sakura1 salasana samantha sample samsung samsung1 samurai sandra sandrine santiago santos santos1 saopaulo
sapphire sasuke saturday saturn schalke schalke04 schatz schatzi school science scooby scooby1 scoobydoo seattle
sebastian secret secret1 secret12 secret123 senha senha123 sensor sensor123 sensors september sergio service sexy
sexy123 sexyboy sexygirl shadow shadow1 shark sharks silver simpsons singer sister sister1 skyrim slipknot smart smile
smile1 smiles smoke smoker smokey snake snoopy soccer sofia soldier soleil someone something sommer sommer1 sonic sonic1
sonic123 sophia sophie southpark spider spider1 spiderman spring spring123 spring2024 spring2025 spring2026 star123
starcraft stars startrek startup starwars starwars1 starwars2 steel steel1 steelers stephanie steven stone storm student
stupid subaru success success1 sugar sugar1 summer summer1 summer123 summer2023 summer2024 summer2025 summer2026 sunday
sunrise sunset sunshine sunshine1 superman superman1 superuser supervisor support support1 surfer surfing suzuki sweet
sweetheart sweetie sweetpea sweety swimming sydney sysadmin taobao taylor taylor1 tea123 teacher teamo teamo1 teamo123
temp1234 temporary temppass tennis tequiero tequila teresa test test1 test12 test123 test1234 test12345 tester testing
testing1 testtest tetris texas thomas thomas1 thomas12 thunder thunder1 tiger tiger123 tigers tigger tigger1 titanic
titanium together tokyo toor topsecret tornado toyota tree123 triumph tropical trucker truelove trustno1 tsunami tulip
turbo turtle twitter tyler ubuntu united universe university usa123 user user123 user1234 username valentina valerie
valley valorant vampire vanessa vascao vegeta veronica vicente victor victoria victory violin vodka w123456 wachtwoord
wang123 wangyang warcraft warcraft1 warrior weed420 weekend welcome welcome1 welcome12 welcome123 welcome2024
welcome2025 welcome2026 welkom welkom01 welkom1 werder whale whatever whatever1 whiskey wildcats william william1
windows windows1 windows10 winner winner1 winter winter1 winter123 winter2023 winter2024 winter2025 winter2026 wizard
woaini woaini1314 woaini520 wolf123 wolves wonderful worldofwarcraft wsxedc x123456 xbox360 xxx123 xxxxxx yamaha yankees
yellow yolanda youtube z123456 z1x2c3 z1x2c3v4 zaq12wsx zaq1xsw2 zaq1zaq1 zelda zelda1 zhang123 zombie zxc123 zxc123456
zxcasd zxcasdqwe zxcv123 zxcv1234 zxcvb zxcvbn1 zxcvbnm1 zxcvbnm123 zxczxc zz123456 zzzzzz
`
    .trim()
    .split(/\s+/),
)
